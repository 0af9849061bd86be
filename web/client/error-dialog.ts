import type { Translator } from '@foyer/i18n'
import type { HttpExceptionResponse } from '@inertiajs/core'

/** Shows a response that is not a page in the client's own error dialog, which has opened empty. */
export function fillErrorDialog(
  t: Translator,
  data: HttpExceptionResponse['data'],
  status: number,
): void {
  const dialog = document.querySelector<HTMLDialogElement>('#inertia-error-dialog')
  const clientFrame = dialog?.querySelector('iframe')
  if (!dialog || !clientFrame) return
  const label = t('The server sent something that is not a page ({status}).', {
    status: String(status),
  })
  dialog.ariaLabel = label
  const frame = document.createElement('iframe')
  frame.title = label
  frame.style.cssText = clientFrame.style.cssText
  // Without scripts, the same origin only lets this document style the frame and hear its clicks.
  frame.sandbox.value = 'allow-same-origin'
  frame.srcdoc = toInertHtml(data)
  frame.addEventListener('load', () => finishFrame(dialog, frame))
  clientFrame.replaceWith(frame)
  keepFocusOn(dialog, frame)
}

function finishFrame(dialog: HTMLDialogElement, frame: HTMLIFrameElement): void {
  const { contentDocument } = frame
  if (!contentDocument) return
  // Our content security policy blocks style attributes, but not this.
  for (const element of contentDocument.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset['style'] ?? ''
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

/** Keeps the look of a response and removes what the browser would report; the frame's sandbox protects the page. */
function toInertHtml(data: HttpExceptionResponse['data']): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data, null, 2)
  if (!/^\s*<[!a-z]/i.test(text))
    return `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
  return text
    .replace(/<script\b.*?<\/script\s*>/gis, '')
    .replace(/<(?:meta|base|iframe|object|embed|script)\b[^>]*>/gi, '')
    .replace(/<link\b[^>]*>/gi, (link) => (isOwnStyleSheet(link) ? link : ''))
    .replace(/<style\b/gi, `<style nonce="${nonce}"`)
    .replace(/<[a-z][^>]*>/gi, toInertTag)
}

function isOwnStyleSheet(link: string): boolean {
  return /\brel=["']?stylesheet\b/i.test(link) && /\bhref=["']?\/(?!\/)/i.test(link)
}

function toInertTag(tag: string): string {
  return tag.replace(/(?<=[\s/"'])(on\w+|style)(?=\s*=)/gi, 'data-$1')
}
