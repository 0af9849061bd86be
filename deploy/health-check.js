// Asks the server in the same container whether it is alive. Exits with 1 when it is not.
const response = await fetch(`http://127.0.0.1:${process.env['PORT'] ?? 3000}/up`)
process.exitCode = response.ok ? 0 : 1
