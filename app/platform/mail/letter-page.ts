import { type Markup, markup } from '#app/platform/markup.ts'

import type { Link, WholeLetter } from './letter.ts'

/** The letter as a page: one column, styled where each element stands because many mail programs drop style sheets. */
export function letterPage(content: WholeLetter): string {
  const { locale, dir, subject, appName, footer } = content
  return markup`<!doctype html>
<html lang="${locale}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
${dark}
</head>
<body class="surface" style="${body}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:start">
${appName && markup`<tr><td class="ink" style="padding:0 4px 16px;${ink};font-size:15px;font-weight:600">${doorway}${appName}</td></tr>`}
<tr><td class="raised line" style="${card}">${letterBody(content)}</td></tr>
<tr><td class="muted" style="padding:16px 4px 0;${muted}">${footer}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.source
}

function letterBody(content: WholeLetter): Markup {
  const { heading, paragraphs, button, facts = [], notYou, copyLink } = content
  return markup`
<h1 class="ink" style="margin:0 0 16px;${ink};font-size:21px;line-height:28px;font-weight:600">${heading}</h1>
${paragraphs.map((text) => markup`<p class="ink" style="${paragraph}">${text}</p>\n`)}${button && buttonBlock(button, copyLink)}
${facts.length > 0 && markup`<table class="line" cellpadding="0" cellspacing="0" style="${factTable}">${facts.map(factRow)}</table>`}
${notYou && markup`<div class="line muted" style="${notYouBlock}">${notYouText(notYou)}</div>`}
`
}

function buttonBlock({ label, url }: Link, copyLink: string): Markup {
  return markup`
<p style="margin:24px 0 16px"><a class="button" href="${url}" style="${buttonLook}">${label}</a></p>
<p class="muted" style="margin:0 0 16px;${muted}">${copyLink}<br><a class="accent" href="${url}" dir="ltr" style="color:#176a4e;word-break:break-all">${url}</a></p>`
}

function factRow([label, value]: readonly [string, string]): Markup {
  return markup`
<tr><th class="muted" scope="row" style="${fact};${muted};font-weight:400;white-space:nowrap">${label}</th><td class="ink" dir="auto" style="${fact};${ink};width:100%;font-size:13px;line-height:20px;white-space:pre-line">${value}</td></tr>`
}

function notYouText(notYou: NonNullable<WholeLetter['notYou']>): Markup {
  if (typeof notYou === 'string') return markup`${notYou}`
  const { sentence, label, url } = notYou
  return markup`${sentence} <a class="accent" href="${url}" style="color:#176a4e">${label}</a>`
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"
const body = `margin:0;padding:0;background:#fbfaf7;${font}`
const ink = 'color:#1e1a14'
const muted = 'color:#5c5750;font-size:13px;line-height:20px'
const card = 'padding:32px;background:#fffefd;border:1px solid #e0ded8;border-radius:12px'
const paragraph = `margin:0 0 16px;${ink};font-size:15px;line-height:24px`
const buttonLook =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#176a4e;color:#f7fefa;font-size:15px;line-height:20px;font-weight:600;text-decoration:none'
const factTable = 'width:100%;margin:8px 0 16px;border-top:1px solid #e0ded8'
const fact = 'padding:8px 16px 0 0;text-align:start;vertical-align:top;overflow-wrap:anywhere'
const notYouBlock = `margin-top:24px;padding-top:16px;border-top:1px solid #e0ded8;${muted}`

/** The mark: an open door, drawn without a picture. */
const doorway = markup`<span class="button" style="display:inline-block;width:9px;height:14px;margin-inline-end:8px;border-radius:5px 5px 0 0;background:#176a4e;vertical-align:-1px"></span>`

const dark = markup`<style>
:root { color-scheme: light dark }
@media (max-width: 480px) { .raised { padding: 24px 20px !important } }
@media (prefers-color-scheme: dark) {
  .surface { background: #151311 !important }
  .raised { background: #1f1c19 !important }
  .line { border-color: #33302c !important }
  .ink { color: #eae8e3 !important }
  .muted { color: #aeaaa4 !important }
  .accent { color: #6ccea6 !important }
  .button { background: #6ccea6 !important; color: #071a13 !important }
}
</style>`
