// Generates prompt texts of sentences, lists and headings from a few words, and tools with such texts. The same
// seed always generates the same text, different seeds different texts.

const words =
  `ask answer the customer order number refund before after when because never always keep short
  polite reason policy ticket queue team owner account delivery address change send wait label
  return window price total invoice payment card failed again open close note summary list first
  last three example result value unknown check twice without promise what is not written down`.split(
    /\s+/,
  );

/** A random number generator with a seed: numbers from 0 to below 1. */
function randomNumbers(seed) {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Lengths in bytes of the system messages of a real project with 225 prompts that people use: the shortest,
 * and every twentieth of them to the longest. The longest was 231 kB; here it has 40 kB.
 */
const lengths = [
  255, 573, 758, 826, 883, 1034, 1092, 1213, 1355, 1516, 1897, 1987, 2282, 2388, 2633, 2881, 3712,
  4435, 5680, 8940, 40_000,
];

/** The length of a text, distributed like those of a real project. */
export function textLength(seed) {
  const place = randomNumbers(seed)() * (lengths.length - 1);
  const [shorter, longer] = lengths.slice(Math.floor(place));
  return Math.round(shorter * (longer / shorter) ** (place % 1));
}

function sentence(random) {
  const chosen = Array.from({ length: 6 + Math.floor(random() * 10) }, () => {
    return words[Math.floor(random() * words.length)];
  });
  const text = chosen.join(" ");
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/** One line of about `length` characters. */
export function phrase(seed, length) {
  const random = randomNumbers(seed);
  let text = `${seed}.`;
  while (text.length < length - 30) text += ` ${sentence(random)}`;
  return text;
}

/** Markdown of about `length` characters: headings, sentences, lists. */
export function paragraphs(seed, length) {
  const random = randomNumbers(seed);
  const lines = [];
  for (let size = 0; size < length - 40; size += lines.at(-1).length + 1) {
    const line = sentence(random);
    if (lines.length % 8 === 0) lines.push(`## ${line.slice(0, -1)}`);
    else lines.push(lines.length % 8 > 3 ? `- ${line}` : `${line} ${sentence(random)}`);
  }
  return lines.join("\n");
}

/** A tool as programs write it, with JSON in YAML. `properties`: pairs of name and description. */
export function toolText({ name, description, properties, required }) {
  const lines = properties.map(
    ([field, text], index) => `      "${field}": {
        "type": "${index % 3 === 2 ? "integer" : "string"}",
        "description": "${text}"
      }`,
  );
  return `kind: tool
name: "${name}"
description: "${description}"
parameters: {
    "type": "object",
    "properties": {
${lines.join(",\n")}
    },
    "required": [${required.map((field) => `"${field}"`).join(", ")}]
  }
`;
}
