import type { RouteMap } from './table-types.ts'

export const exampleRoutes = {
  home: { method: 'GET', path: '/' },
  'posts.index': { method: 'GET', path: '/posts' },
  'posts.show': { method: 'GET', path: '/posts/{post}' },
  'posts.update': { method: 'PUT', path: '/posts/{post}' },
  'comments.show': { method: 'GET', path: '/posts/{post}/comments/{comment}' },
  optional: { method: 'GET', path: '/optional/{id}/{slug?}' },
  files: {
    method: 'GET',
    path: '/files/file{extension?}',
    where: { extension: '\\.(?:html|pdf)' },
  },
  download: { method: 'GET', path: '/files/{name}.html' },
  tree: { method: 'GET', path: '/tree/{path}', where: { path: '.*' } },
  year: { method: 'GET', path: '/year/{year}', where: { year: '[0-9]{4}|now' } },
  verify: {
    method: 'GET',
    path: '/verify/{id}/{hash}',
    where: { id: '[0-9a-f-]{36}', hash: '[A-Za-z0-9_-]{43}' },
  },
} as const satisfies RouteMap
