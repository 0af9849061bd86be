import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

export function twoFactorOnNotice(): SecurityNotice {
  return {
    subject: msg('Two-factor is on'),
    description: msg(
      'From now on, signing in asks for a code from your app. Everywhere else you were signed out.',
    ),
  }
}

export function twoFactorOffNotice(): SecurityNotice {
  return {
    subject: msg('Two-factor is off'),
    description: msg('From now on, your password alone opens your account.'),
  }
}

export function codesReplacedNotice(): SecurityNotice {
  return {
    subject: msg('You have new recovery codes'),
    description: msg('New recovery codes were made for your account. The old ones no longer work.'),
  }
}

/** @param left  remaining codes */
export function recoveryCodeUsedNotice(left: number): SecurityNotice {
  return {
    subject: msg('A recovery code was used'),
    description: msg('Somebody signed in to your account with one of your recovery codes.'),
    nextSteps: [
      msg.n(
        left,
        'One code is left. Make new ones before you need it.',
        '{count} codes are left. You can make new ones at any time.',
      ),
    ],
    button: { label: msg('Look after your codes'), path: `${route('profile.show')}#two-factor` },
  }
}

/** Sent after a correct password and several wrong codes. */
export function wrongCodesNotice(count: number): SecurityNotice {
  return {
    subject: msg('Somebody may know your password'),
    description: msg.n(
      count,
      'Your password was entered, and then a wrong code.',
      'Your password was entered, and then {count} wrong codes.',
    ),
    nextSteps: [msg('If that was not you, change your password: only the code stood in the way.')],
  }
}

/** Sent after correct passwords on unknown devices, none followed by a second factor. */
export function passwordKnownNotice(count: number): SecurityNotice {
  return {
    subject: msg('Somebody may know your password'),
    description: msg.n(
      count,
      "Your password was entered on a device we don't know, without your second factor.",
      "Your password was entered {count} times on devices we don't know, without your second factor.",
    ),
    nextSteps: [msg("If that wasn't you, change your password. Nobody got in.")],
    button: { label: msg('Change your password'), path: `${route('profile.show')}#password` },
  }
}
