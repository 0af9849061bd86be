/** `Sign in - Foyer`, or the application's name for pages without a title. */
export function titleFormatter(appName: string): (title: string) => string {
  return (title) => (title ? `${title} - ${appName}` : appName)
}
