// What decoder.ts writes to its caller: one byte when it is ready, one for its verdict, and the body.

/** Everything is loaded; what happens from here on is the picture's doing. */
export const READY = 0x52;
/** The body is a PNG. */
export const DECODED = 0x44;
/** The body is the message of a NotAnImage. */
export const REFUSED = 0x4e;
