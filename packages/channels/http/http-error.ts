/** What was asked for cannot be. The sentence is for whoever wrote the program that asked. */
export class HttpError extends Error {
  override name = 'Refused'
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}
