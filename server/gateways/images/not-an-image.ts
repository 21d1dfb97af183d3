// A picture is refused because of what it is.

/** The message says what is wrong with the picture, follows its name, and may be shown to anybody. */
export class NotAnImage extends Error {
  override readonly name = "NotAnImage";
}
