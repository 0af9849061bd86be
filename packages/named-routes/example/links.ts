/** Prints the URLs of the README: `node example/links.ts`. */
import { routeBuilder, routeTable } from '@foyer/named-routes'

const routes = {
  home: { method: 'GET', path: '/' },
  'posts.show': { method: 'GET', path: '/posts/{post}', where: { post: '[0-9]+' } },
} as const

const route = routeBuilder<typeof routes>(routeTable(routes), {
  location: () => '/posts/7?tab=notes',
})

console.log(route('home'))
console.log(route('posts.show', 7))
console.log(route('posts.show', { post: 7, tags: ['a', 'b'] }))
console.log(route('posts.show', { post: 7, _query: { post: 'x' } }))
console.log(route().current(), route().params)
