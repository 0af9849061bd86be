/** `Sign in - Foyer`; a page without a title has the application's. */
export function titleFormatter(appName: string): (title: string) => string {
  return (title) => (title ? `${title} - ${appName}` : appName)
}
