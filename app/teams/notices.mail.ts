import { type Message, msg } from '@foyer/i18n'

import type { TeamRole } from '#app/permissions.ts'
import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

import type { TeamMail } from './team-mail.ts'

interface TeamName {
  name: string
  slug: string
}

const roleDescriptions: Record<TeamRole, Message> = {
  owner: msg('You can do everything in the team, and delete it.'),
  admin: msg('You can invite and remove members, and change the team.'),
  member: msg('You can see the team and its members.'),
}

function describedRole(role: string): Message[] {
  const description = new Map<string, Message>(Object.entries(roleDescriptions)).get(role)
  return description ? [description] : []
}

const openTeam = ({ slug }: TeamName) => ({
  label: msg('Open the team'),
  path: route('team.show', { team: slug }),
})

export function teamJoinedNotice(team: TeamName): SecurityNotice {
  return {
    type: 'team-joined',
    values: { team: team.name },
    description: msg('Its members can see your name, and its administrators your email address.'),
    button: openTeam(team),
  }
}

export function teamRoleChangedMail(team: TeamName, role: string): TeamMail {
  return {
    type: 'team-role-changed',
    values: { team: team.name },
    paragraphs: describedRole(role),
    button: openTeam(team),
  }
}

export function removedFromTeamMail({ name }: TeamName): TeamMail {
  return {
    type: 'team-removed',
    values: { team: name },
    paragraphs: [msg("You can't open it any more. Your account stays as it is.")],
  }
}

export function ownershipOfferedMail(team: TeamName, from: string): TeamMail {
  return {
    type: 'team-handover-offered',
    values: { team: team.name },
    paragraphs: [
      msg('{name} wants you to be an owner of the team. Nothing changes until you accept.', {
        name: from,
      }),
    ],
    button: {
      label: msg('See the offer'),
      path: `${route('team.settings', { team: team.slug })}#ownership`,
    },
  }
}

export function ownershipAcceptedMail(team: TeamName, to: string): TeamMail {
  return {
    type: 'team-handover-accepted',
    values: { team: team.name },
    paragraphs: [msg('{name} accepted ownership of the team.', { name: to })],
    button: openTeam(team),
  }
}

export function teamRequirementsMail(team: TeamName): TeamMail {
  return {
    type: 'team-requirements-changed',
    values: { team: team.name },
    paragraphs: [
      msg(
        "Members who don't meet them can't open the team until they do. Nothing else of your account changes.",
      ),
    ],
    button: {
      label: msg('See the requirements'),
      path: route('team-requirements.show', { team: team.slug }),
    },
  }
}

export function teamDeletionMail(team: TeamName, when: string): TeamMail {
  return {
    type: 'team-deletion-requested',
    values: { team: team.name },
    paragraphs: [
      msg(
        'On {when}, the team and everything in it will be erased. Until then, an owner can cancel the deletion.',
        {
          when,
        },
      ),
    ],
    button: openTeam(team),
  }
}

/** @param why  an account was taken over that asked for the deletion, or gave a role to the one that did */
export function teamDeletionCancelledMail(
  team: TeamName,
  why: 'owner' | 'takeover' = 'owner',
): TeamMail {
  return {
    type: 'team-deletion-cancelled',
    values: { team: team.name },
    paragraphs: [
      why === 'owner'
        ? msg('An owner cancelled the deletion. Nothing has changed.')
        : msg(
            'An account behind the deletion may have been taken over, so it was cancelled. An owner can ask for it again.',
          ),
    ],
    button: openTeam(team),
  }
}

/** @param names  the hosts of webhooks, and domains. @param isLock  whether they work again after an unlock */
export function teamChangesDisabledMail(
  team: TeamName,
  { names, isLock }: { names: readonly string[]; isLock: boolean },
): TeamMail {
  const list = names.join(', ')
  return {
    type: 'team-changes-disabled',
    values: { team: team.name },
    paragraphs: isLock
      ? [
          msg('These are off, because an account that set them up was locked: {list}.', { list }),
          msg('They work again when it is unlocked, or when a member enables them.'),
        ]
      : [
          msg(
            'These were disabled, because an account that set them up may have been taken over: {list}.',
            { list },
          ),
          msg('Enable what belongs to the team. Replace the secret of a webhook first.'),
        ],
    button: openTeam(team),
  }
}

/** @param others  how many more there are */
export function teamMembersToCheckMail(
  team: TeamName,
  {
    members,
    others,
    days,
  }: { members: readonly { name: string; email: string }[]; others: number; days: number },
): TeamMail {
  return {
    type: 'team-members-to-check',
    values: { team: team.name },
    paragraphs: [
      msg(
        'An account may have been taken over. In the last {days} days, these members joined through it, or got their role from it:',
        { days },
      ),
      // A paragraph each, with the address: a name can look like a list of others.
      ...members.map(({ name, email }) => msg('{name} ({email})', { name, email })),
      ...(others > 0 ? [msg.n(others, 'And another one.', 'And {count} others.')] : []),
      msg(
        "Remove those you don't know, and check the webhooks, domains and API tokens of the team.",
      ),
    ],
    button: {
      label: msg('See the members'),
      path: route('team-members.index', { team: team.slug }),
    },
  }
}
