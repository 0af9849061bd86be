interface Words {
  tone: 'attention' | 'danger'
  role: 'status' | 'alert'
  sentence: string
  action?: { label: string; run: () => void }
  dismiss: string
  /** Stands until someone puts it away, whatever is visited meanwhile. */
  stays?: boolean
  /** Called when the connection is back, should this still stand. */
  onOnline?: () => void
}

let shown: HTMLElement | null = null

/** One notice in the corner; a new one takes the place of the old. It is made without React: it must stand when pages do not. */
export function notice({ tone, role, sentence, action, dismiss, stays, onOnline }: Words): void {
  putAway()
  const words = document.createElement('div')
  words.textContent = sentence
  const box = document.createElement('div')
  box.className = 'notice'
  box.dataset['tone'] = tone
  box.append(words)
  if (action) box.append(button(action.label, '', action.run))
  box.append(button('×', dismiss, putAway))

  const corner = document.createElement('div')
  corner.className = 'toasts client-notice'
  corner.role = role
  corner.popover = 'manual'
  if (stays) corner.dataset['stays'] = ''
  document.body.append(corner)
  corner.showPopover?.()
  // A live region speaks of what comes into it, not of what it came with.
  setTimeout(() => corner.append(box))
  shown = corner
  if (onOnline) {
    addEventListener('online', () => shown === corner && onOnline(), { once: true })
  }
}

/** What a visit that went well makes out of date. */
export function clear(): void {
  if (shown?.dataset['stays'] === undefined) putAway()
}

function putAway(): void {
  shown?.remove()
  shown = null
}

function button(label: string, name: string, run: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = name ? 'icon-button' : 'button'
  element.textContent = label
  if (name) element.ariaLabel = name
  element.addEventListener('click', run)
  return element
}
