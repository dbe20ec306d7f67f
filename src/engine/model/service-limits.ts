// Limits of the embedded service that a plan knows before a request is sent.

/** The largest body of a request; bodies contain base64 images. */
export const maxBodyBytes: number = 16 * 1024 * 1024;

/** The levels of nested objects and lists in a body. Chosen by this project: real JSON Schemas have far fewer. */
export const maxBodyLevels = 200;

/** The objects, lists, strings, numbers and literals in a body. Chosen by this project: a conversation of 1,000 messages has about 7,000. */
export const maxBodyValues = 50_000;
