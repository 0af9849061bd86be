import { msg } from '@foyer/i18n'

import { AppError } from '#app/platform/errors.ts'

/** The token is missing, mistyped, revoked or expired. One message for all, so it reveals nothing. */
export class InvalidApiToken extends AppError {
  constructor() {
    super(401, { userMessage: msg('Send a valid API token.') })
  }
}

export class MissingPermission extends AppError {
  constructor(permission: string) {
    super(403, {
      userMessage: msg('This API token doesn\'t have the permission "{permission}".', {
        permission,
      }),
    })
  }
}

/** The token is valid, but its account is locked or pending deletion. */
export class AccountDisabled extends AppError {
  constructor() {
    super(403, { userMessage: msg("This account can't be used right now.") })
  }
}

export class IpNotAllowed extends AppError {
  constructor() {
    super(403, { userMessage: msg("This API token can't be used from your IP address.") })
  }
}
