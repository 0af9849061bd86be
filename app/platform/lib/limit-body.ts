/** The same response, whose body fails after too many bytes: another server must not fill our memory. */
export function limitBody(response: Response, maxBytes: number): Response {
  let bytes = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw new Error('the response is too long')
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(counter) ?? null, response)
}
