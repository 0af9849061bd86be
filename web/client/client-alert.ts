interface ClientAlert {
  tone: 'attention' | 'danger'
  role: 'status' | 'alert'
  message: string
  action?: { label: string; run: () => void }
  dismissLabel: string
  /** Stays across visits until dismissed. */
  persistent?: boolean
  /** Called when the browser is online again, if the alert is still shown. */
  onOnline?: () => void
}

let currentAlert: HTMLElement | null = null

/** Shows an alert in the corner, replacing the previous one. Works without React, for when a page fails. */
export function showClientAlert({
  tone,
  role,
  message,
  action,
  dismissLabel,
  persistent,
  onOnline,
}: ClientAlert): void {
  removeClientAlert()
  const text = document.createElement('div')
  text.textContent = message
  const box = document.createElement('div')
  box.className = 'alert'
  box.dataset['tone'] = tone
  box.append(text)
  if (action) box.append(createButton(action.label, '', action.run))
  box.append(createButton('×', dismissLabel, removeClientAlert))

  const container = document.createElement('div')
  container.className = 'toasts client-alert'
  container.role = role
  container.popover = 'manual'
  if (persistent) container.dataset['stays'] = ''
  document.body.append(container)
  container.showPopover?.()
  // Live regions announce only content added after they are in the document.
  setTimeout(() => container.append(box))
  currentAlert = container
  if (onOnline) {
    addEventListener('online', () => currentAlert === container && onOnline(), { once: true })
  }
}

/** Removes the alert after a successful visit, unless it is persistent. */
export function clearClientAlert(): void {
  if (currentAlert?.dataset['stays'] === undefined) removeClientAlert()
}

function removeClientAlert(): void {
  currentAlert?.remove()
  currentAlert = null
}

function createButton(label: string, ariaLabel: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = ariaLabel ? 'icon-button' : 'button'
  element.textContent = label
  if (ariaLabel) element.ariaLabel = ariaLabel
  element.addEventListener('click', onClick)
  return element
}
