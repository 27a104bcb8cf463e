// Access control: what each kind of person gets from everything about money, and what moderators and administrators do.
import { testAccess } from './access-control.ts'

testAccess('money')
