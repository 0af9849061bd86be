import { usePage } from '@inertiajs/react'

import type { FormTarget } from './use-form-submit.ts'

/**
 * The URL that a form is sent to without script. HTML forms can only POST, so the method and the error bag go into the query,
 * and so does the account of the page, for which script sends a header.
 */
export function useNoScriptAction({
  action,
  method = 'post',
  errorBag,
}: Pick<FormTarget, 'action' | 'method' | 'errorBag'>): string {
  const { user } = usePage().props.auth
  const params = [
    method !== 'post' && `_method=${method}`,
    errorBag && `_error_bag=${errorBag}`,
    user && `_account=${user.id}`,
  ]
  const query = params.filter(Boolean).join('&')
  return query ? `${action}${action.includes('?') ? '&' : '?'}${query}` : action
}
