/** The other end sent bytes that the protocol does not allow. The connection is closed with it, and nothing else is. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}
