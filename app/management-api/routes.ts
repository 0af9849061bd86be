import type { App } from '#app/http/server/app-type.ts'

import { managementInvitationRoutes } from './invitation-routes.ts'
import { openApiRoutes } from './openapi-routes.ts'
import { managementTeamRoutes } from './team-routes.ts'
import { userRoutes } from './user-routes.ts'

/** app/service-tokens/service-token-auth.ts enforces the access rules of the route table. */
export async function managementRoutes(app: App): Promise<void> {
  await openApiRoutes(app)
  userRoutes(app)
  managementInvitationRoutes(app)
  if (app.config.teams) managementTeamRoutes(app)
}
