import type { Translator } from '@foyer/i18n'
import type { HttpExceptionResponse } from '@inertiajs/core'

import { parseInertHtml } from './inert-html.ts'

/** Shows a response that is not a page in the client's own error dialog, which has opened empty. */
export function fillErrorDialog(
  t: Translator,
  data: HttpExceptionResponse['data'],
  status: number,
): void {
  const dialog = document.querySelector<HTMLDialogElement>('#inertia-error-dialog')
  const clientFrame = dialog?.querySelector('iframe')
  if (!dialog || !clientFrame) return
  const label = t('The server sent an unexpected response ({status}).', {
    status: String(status),
  })
  dialog.ariaLabel = label
  const frame = document.createElement('iframe')
  frame.title = label
  frame.style.cssText = clientFrame.style.cssText
  // Without scripts, the same origin only lets this document fill the frame and hear its clicks.
  frame.sandbox.value = 'allow-same-origin'
  frame.srcdoc = '<!doctype html>'
  frame.addEventListener('load', () => fillFrame(dialog, frame, data))
  clientFrame.replaceWith(frame)
  keepFocusOn(dialog, frame)
}

function fillFrame(
  dialog: HTMLDialogElement,
  { contentDocument }: HTMLIFrameElement,
  data: HttpExceptionResponse['data'],
): void {
  if (!contentDocument) return
  const text = typeof data === 'string' ? data : JSON.stringify(data, null, 2)
  if (/^\s*<[!a-z]/i.test(text)) {
    const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
    contentDocument.documentElement.replaceWith(parseInertHtml(text, nonce))
  } else contentDocument.body.appendChild(document.createElement('pre')).textContent = text
  contentDocument.addEventListener('click', (event) => {
    event.preventDefault()
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
    if (!link) dialog.close()
    else if (/^https?:$/.test(link.protocol)) location.assign(link.href)
  })
}

/** After a key press inside the frame, the dialog would not receive Escape. */
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
