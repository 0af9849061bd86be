import type { Translator } from '@foyer/i18n'
import type { HttpExceptionResponse } from '@inertiajs/core'

/** Prepares a response that is not a page for the client's own error dialog, which opens after the event. */
export function prepareErrorDialog(t: Translator, response: HttpExceptionResponse): void {
  response.data = toInertHtml(response.data)
  const label = t('The server sent something that is not a page ({status}).', {
    status: String(response.status),
  })
  queueMicrotask(() => {
    const dialog = document.querySelector<HTMLDialogElement>('#inertia-error-dialog')
    const frame = dialog?.querySelector('iframe')
    if (!dialog || !frame) return
    dialog.ariaLabel = label
    frame.title = label
    keepFocusOn(dialog, frame)
  })
}

/** After a click inside the frame, the dialog would not receive Escape. */
function keepFocusOn(dialog: HTMLDialogElement, frame: HTMLIFrameElement): void {
  const takeFocusBack = () =>
    setTimeout(() => {
      if (document.activeElement !== frame) return
      focus()
      dialog.focus()
    })
  dialog.tabIndex = -1
  dialog.focus()
  addEventListener('blur', takeFocusBack)
  dialog.addEventListener('close', () => removeEventListener('blur', takeFocusBack))
}

/**
 * The client shows JSON as HTML, and the browser would report everything that our content security policy blocks in the
 * frame. The policy protects the frame, not this function.
 */
function toInertHtml(data: HttpExceptionResponse['data']): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data, null, 2)
  if (!/^\s*<[!a-z]/i.test(text))
    return `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`
  return text
    .replace(/<(script|style)\b.*?<\/\1\s*>/gis, '')
    .replace(/<(?:link|meta|base|iframe|script|style)\b[^>]*>/gi, '')
    .replace(/\s(?:on\w+|style)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')
}
