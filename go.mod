module github.com/acigen/acigen

go 1.25.0
