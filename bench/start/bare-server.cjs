// CommonJS, because importing `node:http` as a module makes Node load undici, too.
const { createServer } = require('node:http')

createServer((_request, response) => response.end('ok')).listen(
  Number(process.env['PORT']),
  'localhost',
)
