/** A link that cannot be made. It is a mistake in the program, never something a person did. */
export class RouteError extends Error {
  override readonly name = 'RouteError'
}
