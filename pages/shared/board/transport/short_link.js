// A long link in short: the server keeps what it opens for some hours, under a code.
export const LONG = "This link is long: from far away its code is hard to read. The server can keep what it opens for four hours under a short link, which opens nothing after that.";
const NONE = "This server keeps no links.";

// {link, svg, note}; where the server refuses, its sentence alone.
export const shortened = async (link) => {
  try {
    const response = await fetch(new URL("s", document.baseURI), { method: "POST", body: JSON.stringify({ link }) });
    const found = await response.json();
    if (found.kind !== "short") return { note: found.error.message };
    const until = new Date(Date.now() + 1000 * found.seconds);
    const clock = until.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    return { link: found.link, svg: found.svg, note: `Opens this until ${clock}, and nothing after that.` };
  } catch {
    return { note: NONE }; // no server, or one without this route
  }
};
