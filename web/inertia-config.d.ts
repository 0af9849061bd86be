import type { Flash, SharedProps } from '#app/pages.ts'

declare module '@inertiajs/core' {
  interface InertiaConfig {
    sharedPageProps: { [Name in keyof SharedProps]: SharedProps[Name] }
    flashDataType: { [Name in keyof Flash]: Flash[Name] }
  }
}
