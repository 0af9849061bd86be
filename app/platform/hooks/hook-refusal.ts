import type { Message } from '@foyer/i18n'

import { Refused } from '#app/platform/errors.ts'

/** Thrown by a hook to reject a change. The reason is shown at a field, or above the page if the form has no such field. */
export class HookRefusal extends Refused {
  readonly reason: Message

  /** @param field  by default the one that fits the hook */
  constructor(reason: Message, field = '') {
    super({ [field]: reason })
    this.reason = reason
  }

  /** A copy that names this field, unless the hook has named one. */
  at(field: string): HookRefusal {
    return '' in this.fields ? new HookRefusal(this.reason, field) : this
  }
}
