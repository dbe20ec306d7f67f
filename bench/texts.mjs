// Texts as people write them for models: sentences, lists and headings, drawn from a few words by a
// number, so that the same number gives the same text and another one another.
const words =
  `ask answer the customer order number refund before after when because never always keep short
  polite reason policy ticket queue team owner account delivery address change send wait label
  return window price total invoice payment card failed again open close note summary list first
  last three example result value unknown check twice without promise what is not written down`.split(
    /\s+/,
  );

/** Numbers from 0 to below 1, the same for the same seed. */
function numbersFrom(seed) {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function sentence(next) {
  const chosen = Array.from({ length: 6 + Math.floor(next() * 10) }, () => {
    return words[Math.floor(next() * words.length)];
  });
  const text = chosen.join(" ");
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/** One line of about so many characters. */
export function phrase(seed, length) {
  const next = numbersFrom(seed);
  let text = `${seed}.`;
  while (text.length < length - 30) text += ` ${sentence(next)}`;
  return text;
}

/** Lines of Markdown of about so many characters: headings, sentences, lists. */
export function paragraphs(seed, length) {
  const next = numbersFrom(seed);
  const lines = [];
  for (let size = 0; size < length - 40; size += lines.at(-1).length + 1) {
    const line = sentence(next);
    if (lines.length % 8 === 0) lines.push(`## ${line.slice(0, -1)}`);
    else lines.push(lines.length % 8 > 3 ? `- ${line}` : `${line} ${sentence(next)}`);
  }
  return lines.join("\n");
}
