import type { FeatureHistory, ReducersOf } from '#app/platform/feature.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { removeRow, updateRow } from '#app/platform/lib/rows-by-id.ts'

import type { TeamEvents } from './events.ts'

const unchanged = () => ({})

/** The account's own memberships. Its acts on others are in the list of events only. */
const reducers: ReducersOf<TeamEvents> = {
  'team.created': ({ team, name }, { teams }, at) => ({
    teams: { ...teams, [team]: { name, role: 'owner', joinedAt: toIso(at) } },
  }),
  'team.joined': ({ team, name, role }, { teams }, at) => ({
    teams: { ...teams, [team]: { name, role, joinedAt: toIso(at) } },
  }),
  'team.updated': ({ team, after }, { teams }) => ({
    teams: updateRow(teams, team, { name: after.name }),
  }),
  'team.picture-changed': unchanged,
  'team.role-changed': ({ team, after }, { teams }) => ({
    teams: updateRow(teams, team, { role: after }),
  }),
  'team.handed-over': ({ team, isShared }, { teams }) => ({
    teams: isShared ? teams : updateRow(teams, team, { role: 'admin' }),
  }),
  'team.left': ({ team }, { teams }) => ({ teams: removeRow(teams, team) }),
  'team.member-invited': unchanged,
  'team.invitation-sent-again': unchanged,
  'team.invitation-revoked': unchanged,
  'team.member-changed': unchanged,
  'team.member-removed': unchanged,
  'team.handover-offered': unchanged,
  'team.handover-withdrawn': unchanged,
  'team.requirements-changed': unchanged,
  'team.deletion-requested': unchanged,
  'team.deletion-cancelled': unchanged,
  'team.webhook-changed': unchanged,
  'team.token-created': unchanged,
  'team.token-revoked': unchanged,
  'team.domain-changed': unchanged,
}

export const teamHistory: FeatureHistory = { kind: 'team', reducers }
