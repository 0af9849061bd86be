/** What was asked for cannot be. The sentence is for whoever wrote the program that asked. */
export class Refused extends Error {
  override name = 'Refused'
  readonly statusCode: number

  constructor(statusCode: number, sentence: string) {
    super(sentence)
    this.statusCode = statusCode
  }
}
