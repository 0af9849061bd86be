import type { Translator } from '@foyer/i18n'

interface ToastOptions {
  tone: 'success' | 'attention'
  message: string
}

export interface TranslatedToast extends ToastOptions {
  regionLabel: string
  dismissLabel: string
}

type AddToast = (toast: TranslatedToast) => void

let toaster: Promise<AddToast> | undefined

/**
 * Shows a message in the corner for six seconds, paused while hovered or focused.
 * Use a Banner for anything that must be read.
 */
export async function toast(t: Translator, options: ToastOptions): Promise<void> {
  toaster ??= loadToaster()
  const addToast = await toaster
  addToast({ ...options, regionLabel: t('Notifications'), dismissLabel: t('Dismiss') })
}

async function loadToaster(): Promise<AddToast> {
  const { addToast, mountToasts } = await import('#web/components/Toasts.tsx')
  mountToasts()
  return addToast
}
