const fastify = require('fastify')

const app = fastify()
app.get('/', (_request, reply) => reply.send('ok'))
void app.listen({ port: Number(process.env['PORT']), host: 'localhost' })
