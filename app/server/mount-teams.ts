import type { App } from '#app/http/server/app-type.ts'
import type { Legal } from '#app/legal/legal.ts'
import { teamDomainRoutes } from '#app/team-domains/routes.ts'
import { teamInvitationRoutes } from '#app/team-invitations/routes.ts'
import { sharedTeamPageRoutes } from '#app/team-pages/routes.ts'
import { teamTimeTravelRoutes } from '#app/team-time-travel/routes.ts'
import { teamTokenRoutes } from '#app/team-tokens/routes.ts'
import { teamWebhookRoutes } from '#app/team-webhooks/routes.ts'
import { teamRoutes } from '#app/teams/routes.ts'

/** Mounts teams and the features that need them. */
export async function mountTeams(app: App, legal: Legal): Promise<void> {
  teamRoutes(app)
  sharedTeamPageRoutes(app)
  teamDomainRoutes(app)
  teamInvitationRoutes(app, legal)
  teamWebhookRoutes(app)
  teamTimeTravelRoutes(app)
  await teamTokenRoutes(app)
}
