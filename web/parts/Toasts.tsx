import { Toast } from '@base-ui/react/toast'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import { Icon } from '#web/parts/Icon.tsx'
import { alert } from '#web/parts/icons/alert.ts'
import { check } from '#web/parts/icons/check.ts'
import { close } from '#web/parts/icons/close.ts'
import type { ToastWords } from '#web/parts/toast.ts'

const toasts = Toast.createToastManager<ToastWords>()

export function add(words: ToastWords): void {
  toasts.add({ title: words.sentence, data: words })
}

/** Stands beside the pages, so that what it says outlives a visit. */
export function mount(): void {
  const corner = document.body.appendChild(document.createElement('div'))
  const root = createRoot(corner)
  const region = (
    <Toast.Provider toastManager={toasts} timeout={6000} limit={3}>
      <Toast.Viewport className="toasts">
        <Shown />
      </Toast.Viewport>
    </Toast.Provider>
  )
  // The first toast follows at once and needs someone to receive it.
  flushSync(() => root.render(region))
}

function Shown() {
  const { toasts: shown } = Toast.useToastManager<ToastWords>()
  return shown.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="notice" data-tone={toast.data?.tone}>
      <Icon of={toast.data?.tone === 'success' ? check : alert} />
      <Toast.Title render={<div />} />
      <Toast.Close className="icon-button" aria-label={toast.data?.dismiss}>
        <Icon of={close} small />
      </Toast.Close>
    </Toast.Root>
  ))
}
