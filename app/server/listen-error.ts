/** Turns a listen error into a sentence that tells the operator what to change. */
export function listenErrorMessage(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use. Stop the process that uses it, or choose another port: PORT=${port + 1} npm start`
  }
  if (code === 'EACCES')
    return `Port ${port} requires elevated privileges. Choose a port above 1023 with PORT=…`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST ${host} is not an address of this machine.`
  return String(error)
}
