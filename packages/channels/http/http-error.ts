/** A rejected request. The message is for the developer of the caller. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}
