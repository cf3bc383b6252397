#!/usr/bin/env node
// Committed, so that npm links the command at install time, before the first build.
import '../dist/stdio.js';
