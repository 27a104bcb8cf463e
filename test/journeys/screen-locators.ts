// What a loaded screen shows, for the lists of screens.
import type { Page } from '@playwright/test'

export const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name })
export const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name })
export const text = (words: string) => (page: Page) => page.getByText(words).first()
export const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first()
