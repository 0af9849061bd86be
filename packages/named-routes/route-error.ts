/** A URL that cannot be built. This is always a bug in the program. */
export class RouteError extends Error {
  override readonly name = 'RouteError'
}
