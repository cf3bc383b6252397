# Works of R TTR for `peers.ts`: reads doubles (open, high, low, close, values), then a work a line, and answers with nanoseconds.
suppressPackageStartupMessages(library(TTR))
words <- commandArgs(trailingOnly = TRUE)
rows <- as.integer(words[2])
file <- file(words[1], "rb")
columns <- lapply(1:5, function(i) readBin(file, "double", rows))
close(file)
hlc <- cbind(High = columns[[2]], Low = columns[[3]], Close = columns[[4]])
ohlc <- cbind(Open = columns[[1]], hlc)
works <- list(
  adx = function(n) ADX(hlc, n = n),
  rank = function(n) runPercentRank(columns[[5]], n = n, cumulative = FALSE),
  estimators = function(n) {
    for (calc in c("close", "parkinson", "garman.klass", "rogers.satchell", "yang.zhang")) {
      volatility(ohlc, n = n, calc = calc, N = 8760)
    }
  }
)
lines <- file("stdin", "r")
while (length(line <- readLines(lines, n = 1)) > 0) {
  parts <- strsplit(line, " ")[[1]]
  begin <- Sys.time()
  works[[parts[1]]](as.integer(parts[2]))
  cat(sprintf("%.0f\n", as.numeric(Sys.time() - begin, units = "secs") * 1e9))
  flush(stdout())
}
