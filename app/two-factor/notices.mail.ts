import { say } from '@foyer/sentences'

import type { Notice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

export function twoFactorOnNotice(): Notice {
  return {
    subject: say('Two-factor is on'),
    happened: say(
      'From now on, signing in asks for a code from your app. Everywhere else you were signed out.',
    ),
  }
}

export function twoFactorOffNotice(): Notice {
  return {
    subject: say('Two-factor is off'),
    happened: say('From now on, your password alone opens your account.'),
  }
}

export function codesReplacedNotice(): Notice {
  return {
    subject: say('You have new recovery codes'),
    happened: say('New recovery codes were made for your account. The old ones no longer work.'),
  }
}

/** @param left  how many codes the person still has */
export function recoveryCodeUsedNotice(left: number): Notice {
  return {
    subject: say('A recovery code was used'),
    happened: say('Somebody signed in to your account with one of your recovery codes.'),
    more: [
      say.n(
        left,
        'One code is left. Make new ones before you need it.',
        '{count} codes are left. You can make new ones at any time.',
      ),
    ],
    button: { label: say('Look after your codes'), path: `${route('profile.show')}#two-factor` },
  }
}

/** Right password, wrong codes. */
export function wrongCodesNotice(count: number): Notice {
  return {
    subject: say('Somebody may know your password'),
    happened: say.n(
      count,
      'Your password was entered, and then a wrong code.',
      'Your password was entered, and then {count} wrong codes.',
    ),
    more: [say('If that was not you, change your password: only the code stood in the way.')],
  }
}
