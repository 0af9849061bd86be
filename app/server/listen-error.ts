/** What an operator can do when the server cannot listen. */
export function listenErrorMessage(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`
  }
  if (code === 'EACCES') return `Port ${port} needs more rights. Choose one above 1023 with PORT=…`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST ${host} is not an address of this machine.`
  return String(error)
}
