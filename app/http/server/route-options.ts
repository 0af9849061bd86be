import type { ConfirmationLevel } from '#app/confirmation-level.ts'
import { type AccessRule, type Route, type RouteName, routes } from '#app/routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: AccessRule
    crossSite?: boolean | undefined
    allowOnHold?: boolean | undefined
    allowWithoutSecondFactor?: boolean | undefined
    allowUnmetRequirements?: boolean | undefined
    confirmation?: ConfirmationLevel | undefined
    permission?: Route['permission']
    routeName?: RouteName
    forAnyAccount?: boolean | undefined
    duringSupport?: Route['duringSupport']
    formPage?: string | undefined
    onlyFrom?: string | undefined
  }
}

export const routeNames = Object.keys(routes).filter((name): name is RouteName =>
  Object.hasOwn(routes, name),
)

/** The method, URL and access rule of a named route, as Fastify route options. */
export function routeOptions(name: RouteName) {
  const route: Route = routes[name]
  const { method, path, where, ...rest } = route
  const url = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const pattern = where?.[parameter]
    return pattern ? `:${parameter}(^${pattern}$)` : `:${parameter}`
  })
  return { method, url, config: { ...rest, routeName: name } }
}

/** The same for a route that is not about pages: no session is loaded, and loopback hosts are allowed. */
export function machineEndpoint(name: RouteName) {
  const { config, ...rest } = routeOptions(name)
  return { ...rest, config: { ...config, inertia: false as const } }
}
