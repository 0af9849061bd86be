import { toIso } from '#app/platform/lib/iso-time.ts'
import {
  domainCheckIntervalMs,
  maxTeamDomains,
  teamDomainLimits,
} from '#app/team-domains/limits.ts'
import {
  teamInvitationLifetimeMs,
  teamInvitationLinkLimits,
  teamInvitationMails,
} from '#app/team-invitations/limits.ts'
import { teamLogExportLimits, teamLogLimits } from '#app/team-time-travel/limits.ts'
import {
  expiredTeamTokenRetentionMs,
  maxTeamTokens,
  teamTokenLimits,
  teamTokenUseIntervalMs,
} from '#app/team-tokens/limits.ts'
import { maxTeamWebhooks, teamWebhookLimits } from '#app/team-webhooks/limits.ts'
import {
  ownershipOfferLifetimeMs,
  maxOwnedTeams,
  teamCreationLimits,
  teamChangeLimits,
} from '#app/teams/limits.ts'

import { pickFrom } from './random-values.ts'
import { duration } from './security-policy/duration.ts'
import type { TestApp } from './test-app.ts'
import type { TestFeature } from './test-features.ts'

const slugs = ['engines', 'looms', 'cards']

const feature: TestFeature = {
  async accountState({ db }: TestApp) {
    const rows = await db
      .selectFrom('team_members')
      .innerJoin('teams', 'teams.id', 'team_members.team_id')
      .select(['teams.id', 'name', 'role', 'joined_at'])
      .execute()
    return {
      teams: Object.fromEntries(
        rows.map(({ id, name, role, joined_at }) => [
          id,
          { name, role, joinedAt: toIso(joined_at) },
        ]),
      ),
    }
  },

  rateLimits: {
    'Creating a team': teamCreationLimits,
    "CSV export of a team's log": teamLogExportLimits,
    'Inviting to a team': teamInvitationMails,
    'Name, requirements, roles, ownership offers and deletion of a team': teamChangeLimits,
    'Pages of the logs of teams': teamLogLimits,
    'Domains of a team': teamDomainLimits,
    'Changing the webhooks of a team': teamWebhookLimits,
    'Creating API tokens of teams': teamTokenLimits,
    'Link of an invitation to a team': teamInvitationLinkLimits,
  },

  policyValues: {
    'Teams of which an account is an owner': [String(maxOwnedTeams)],
    'Domains that a team has': [String(maxTeamDomains)],
    'A proved domain is looked up again after': [duration(domainCheckIntervalMs)],
    'Webhooks of a team': [String(maxTeamWebhooks)],
    'API tokens of a team': [String(maxTeamTokens), duration(expiredTeamTokenRetentionMs)],
    'Last use of an API token of a team': [duration(teamTokenUseIntervalMs)],
    'Invitation to a team': [duration(teamInvitationLifetimeMs)],
    "Offer of a team's ownership": [duration(ownershipOfferLifetimeMs)],
  },

  randomActions: {
    'create a team': (_, browser, pick) =>
      browser.visit('teams.store', { name: 'Engines', slug: pickFrom(slugs, pick) }),
    'rename a team': (_, browser, pick) =>
      browser.json(`/t/${pickFrom(slugs, pick)}`, {
        method: 'PUT',
        body: { name: `Engines ${pick}`, slug: pickFrom(slugs, pick + 1) },
      }),
    'delete a team': (_, browser, pick) => {
      const slug = pickFrom(slugs, pick) ?? ''
      return browser.json(`/t/${slug}`, { method: 'DELETE', body: { confirmation: slug } })
    },
    'keep a team': (_, browser, pick) =>
      browser.json(`/t/${pickFrom(slugs, pick)}/deletion`, { method: 'DELETE', body: {} }),
  },
}

export default feature
