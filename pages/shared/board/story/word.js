// What a word in the text of a step does to the figure when it is pressed.
import { settings } from "./rich_text.js";

export function pressed(story, verb, argument) {
  const { host, data } = story;
  if (verb === "show") story.size.show("pictures"); // where stage and pictures take turns
  if (["add", "set"].includes(verb) && story.frame.holds) return;
  if (verb === "add") return host.add(argument);
  if (verb !== "set") return host.pointAt(verb, argument, true);
  const isText = (name) => name in data.choices || typeof data.defaults[name] === "string";
  for (const [name, value] of Object.entries(settings(argument, isText))) {
    if (data.owned.includes(name)) host.set(name, value);
    else story.choose(name, value);
  }
}
