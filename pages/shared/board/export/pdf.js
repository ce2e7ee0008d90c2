// One picture as a PDF of one page, of the picture's shape. No DOM here.

const PAGE = 960; // points wide, as slides are

// `jpeg` are the bytes of a picture of so many pixels.
export function pdf(jpeg, width, height) {
  const [w, h] = [PAGE, (PAGE * height) / width];
  const draws = `q ${w} 0 0 ${h} 0 0 cm /Picture Do Q`;
  const picture = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`;
  const objects = [
    ["<< /Type /Catalog /Pages 2 0 R >>"],
    ["<< /Type /Pages /Kids [3 0 R] /Count 1 >>"],
    [`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Contents 4 0 R /Resources << /XObject << /Picture 5 0 R >> >> >>`],
    [`<< /Length ${draws.length} >>\nstream\n${draws}\nendstream`],
    [`<< ${picture} /Length ${jpeg.length} >>\nstream\n`, jpeg, "\nendstream"],
  ];
  const parts = ["%PDF-1.4\n"];
  let at = parts[0].length;
  const places = objects.map((content, i) => {
    const begins = at;
    for (const part of [`${i + 1} 0 obj\n`, ...content, "\nendobj\n"]) {
      parts.push(part);
      at += part.length; // text is ASCII: a byte for each letter
    }
    return begins;
  });
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  parts.push(`xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`);
  return new Blob(parts, { type: "application/pdf" });
}
