import type { Translator } from '@foyer/i18n'
import type { HttpResponse } from '@inertiajs/core'

/** Shows an answer that is not a page, in a frame that cannot run script. A click beside it or Escape closes it. */
export function showErrorOverlay(
  t: Translator,
  { status, data }: Pick<HttpResponse, 'status'> & { data: unknown },
) {
  const dialog = document.createElement('dialog')
  dialog.className = 'overlay'
  dialog.tabIndex = -1
  dialog.ariaLabel = t('The server sent something that is not a page ({status}).', {
    status: String(status),
  })
  const bar = document.createElement('header')
  bar.append(dialog.ariaLabel, closeButton(t('Close'), dialog))
  const frame = document.createElement('iframe')
  frame.title = dialog.ariaLabel
  frame.sandbox.value = ''
  frame.srcdoc = sanitizeHtml(data)
  dialog.append(bar, frame)

  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  // Inside the frame Escape would not reach us, so focus does not stay there.
  const keepFocus = () => setTimeout(() => document.activeElement === frame && refocus(dialog))
  addEventListener('blur', keepFocus)
  dialog.addEventListener('close', () => {
    removeEventListener('blur', keepFocus)
    dialog.remove()
  })

  document.body.append(dialog)
  dialog.showModal()
}

function refocus(dialog: HTMLElement): void {
  focus()
  dialog.focus()
}

function closeButton(label: string, dialog: HTMLDialogElement): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button'
  button.textContent = label
  button.addEventListener('click', () => dialog.close())
  return button
}

/**
 * What our policy would block in the frame, and report, is taken out first. Safety does not hang on that: the frame is
 * a sandbox without script. What is not HTML is shown as text.
 */
function sanitizeHtml(data: unknown): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data, null, 2)
  if (!/^\s*<[!a-z]/i.test(text))
    return `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`
  return text
    .replace(/<(script|style)\b.*?<\/\1\s*>/gis, '')
    .replace(/<(?:link|meta|base|iframe|script|style)\b[^>]*>/gi, '')
    .replace(/\s(?:on\w+|style)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')
}
